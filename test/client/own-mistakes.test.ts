import { expect, it } from 'vitest'
import { callService } from '../../src/client/call-service.ts'
import { readClientOptions } from '../../src/client/client-options.ts'

it('a mistake of our own is not told as one of the service', async () => {
  const settings = readClientOptions({
    baseUrl: 'https://api.example',
    apiId: 'the-id',
    apiKey: 'the-secret-key',
    fetch: async () => new Response('{}'),
  })
  const mistake = new RangeError('a bug')
  const call = callService(settings, {
    name: 'checkout.create',
    method: 'POST',
    path: 'checkout',
    auth: 'basic',
    isRepeatable: true,
    judge: () => null,
    read() {
      throw mistake
    },
  })
  await expect(call).rejects.toBe(mistake)
})
