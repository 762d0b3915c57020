import { phone } from '../../../src/testing/index.ts'

// USSD_URL=https://staging.shop.example/push/ussd/the-secret
const caller = phone(process.env.USSD_URL ?? '')

await caller.dial('*713#').reply('1').hangUp()

console.log(caller.transcript())
