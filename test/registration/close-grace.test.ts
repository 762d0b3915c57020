import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { defaults } from '../../src/registration/options/defaults.ts'

it('handlers get less time at the close than Fastify gives the close itself', () => {
  expect(defaults.closeGrace).toBeLessThan(Fastify().initialConfig.pluginTimeout ?? 0)
})
