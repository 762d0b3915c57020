import { describe, expect, it } from 'vitest'
import * as testing from '../../src/testing/index.ts'

describe('fastify-merchant-webhooks/testing', () => {
  it('exports what its guide shows, and nothing by accident', () => {
    expect(Object.keys(testing).sort()).toEqual([
      'fixtures',
      'loadFixture',
      'manualClock',
      'onEveryChannel',
      'phone',
      'plainEvent',
      'replay',
      'testStore',
      'transactionAnswer',
    ])
  })
})
