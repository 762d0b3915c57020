/** What an accepted notification survives: nothing, a kill of the process, or a power cut. */
export type Durability = 'none' | 'process' | 'power'

/**
 * Where what the service pushes is kept. A registration that handles money must name one, so that nobody
 * acknowledges money without having decided where it is kept.
 */
export interface Store {
  /** Shown in the boot table. */
  readonly name: string
  readonly durability: Durability
}
