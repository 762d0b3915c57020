import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { numbers } from '../../src/registration/options/numbers.ts'

it('handlers get less time at the close than Fastify gives the close itself', () => {
  expect(numbers.registration.shutdownTimeout[0]).toBeLessThan(Fastify().initialConfig.pluginTimeout ?? 0)
})
