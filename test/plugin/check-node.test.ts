import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkNode } from '../../src/check-node.ts'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

it.each(['20.20.2', '22.12.9', '18.0.0'])('Node %s is refused before it fails on a payment', (version) => {
  expect(() => checkNode(version)).toThrow(
    `Node ${engines.node.replace('>=', '')} or newer is needed, and this is ${version}`,
  )
})

it.each(['22.13.0', '22.13.1', '23.0.0', '24.21.0', '26.10.0'])('Node %s is taken', (version) => {
  expect(() => checkNode(version)).not.toThrow()
})
