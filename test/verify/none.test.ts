import { expect, it } from 'vitest'
import { noVerifier } from '../../src/verify/index.ts'
import { requestWith } from './request.ts'

it('lets everybody in, under a name that says so in the boot table', () => {
  expect(noVerifier.name).toBe('none')
  expect(noVerifier.check(requestWith({ remoteAddress: undefined }))).toBe(true)
})
