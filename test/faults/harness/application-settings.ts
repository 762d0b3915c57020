import type { StoreAddress } from './store-address.ts'

/** What an application process is told at its start. */
export interface ApplicationSettings {
  readonly store: StoreAddress
  readonly effectsFile: string
  readonly logFile: string
  /** ms */
  readonly handlerTakes: number
  /** What answers USSD: nothing, a handler that writes down its turns, a shop that is a conversation. */
  readonly ussd: 'none' | 'handler' | 'shop'
  /** ms that the clock of the process stands ahead of the machine's. */
  readonly clockAhead?: number | undefined
  /** Where the shop's orders are written. */
  readonly ordersFile: string
  /** Where given, the application is a till: it creates invoices and is told of payments. */
  readonly till?: TillSettings | undefined
}

/** What a till is told besides. */
export interface TillSettings {
  readonly serviceUrl: string
  readonly apiId: string
  readonly apiKey: string
  readonly secret: string
  /** ms */
  readonly reconcileAfter: number
  /** ms */
  readonly giveUpAfter: number
  /** Where every call of its payment handler is written down. */
  readonly toldFile: string
}
