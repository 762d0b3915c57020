/**
 * The built package, as users get it, typed by its source: so types can be checked before anything is built.
 *
 * @throws an import error when `npm run build` has not run
 */
const built: typeof import('../../src/index.ts') = await load('index.js')
const talks: typeof import('../../src/conversation/index.ts') = await load('conversation/index.js')
const sqlite: typeof import('../../src/store/sqlite/index.ts') = await load('store/sqlite/index.js')
const postgres: typeof import('../../src/store/postgres/index.ts') = await load('store/postgres/index.js')
const testing: typeof import('../../src/testing/index.ts') = await load('testing/index.js')
const ussd: typeof import('../../src/pushes/ussd.ts') = await load('pushes/ussd.js')
const checkout: typeof import('../../src/pushes/checkout.ts') = await load('pushes/checkout.js')
const deliveryReport: typeof import('../../src/pushes/delivery-report.ts') = await load('pushes/delivery-report.js')
const programmable: typeof import('../../src/pushes/programmable.ts') = await load('pushes/programmable.js')

export const { default: merchantWebhooks, memoryStore, secretPath } = built
export const { conversation, email, text, whole } = talks
export const { sqliteStore } = sqlite
export const { postgresStore } = postgres
export const { transactionAnswer } = testing

/** The plugin's own schemas, so that the bare peer has exactly them. */
export const { ussdRequest, ussdReply } = ussd
export const { programmableRequest, programmableReply } = programmable
export const { checkoutCallback } = checkout
export const { deliveryReportFields } = deliveryReport

function load(file: string) {
  return import(new URL(`../../dist/${file}`, import.meta.url).href)
}
