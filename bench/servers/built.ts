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

export const { default: merchantWebhooks, memoryStore, secretPath } = built
export const { conversation, email, text, whole } = talks
export const { sqliteStore } = sqlite
export const { postgresStore } = postgres
export const { transactionAnswer } = testing

/**
 * The store that a process of a measurement was asked for.
 *
 * @param room what one in memory may hold
 */
export function chosenStore(
  { sqlite, postgres }: { readonly sqlite?: string | undefined; readonly postgres?: string | undefined },
  room?: Parameters<typeof memoryStore>[0],
): ReturnType<typeof memoryStore> {
  if (sqlite !== undefined) return sqliteStore(sqlite)
  return postgres === undefined ? memoryStore(room) : postgresStore(postgres)
}

function load(file: string) {
  return import(new URL(`../../dist/${file}`, import.meta.url).href)
}

/** The plugin's own schemas, so that the bare peer has exactly them: nobody else needs them, so the package has no entry for them. */
export { checkoutCallback } from '../../src/pushes/checkout.ts'
export { deliveryReportFields } from '../../src/pushes/delivery-report.ts'
export { programmableReply, programmableRequest } from '../../src/pushes/programmable.ts'
export { ussdReply, ussdRequest } from '../../src/pushes/ussd.ts'
