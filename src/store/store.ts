/**
 * What an accepted notification survives: nothing, a kill of the process, or a power cut.
 *
 * @example
 * const needed: Durability = 'power'
 * if (store.durability !== needed) app.log.warn({ store: store.name }, 'a power cut loses notifications')
 */
export type Durability = 'none' | 'process' | 'power'

/**
 * Where what the service pushes is kept. A registration that handles money must name one, so that nobody
 * acknowledges money without having decided where it is kept.
 *
 * @example
 * const store: Store = memoryStore()
 * await app.register(merchantWebhooks, { verify, store, payment: onPayment })
 */
export interface Store {
  /** Shown in the boot table. */
  readonly name: string
  readonly durability: Durability
}
