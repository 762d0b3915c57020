import { blockUnder } from '../docs/documents.ts'
import { openWorkshop, run } from '../docs/workshop.ts'
import { type Item, items, type Orders, openOrders } from './shop.ts'
import { wireForm } from './wire.ts'

/** The screen that a push gets. */
export interface Screen {
  readonly Type: string
  readonly Message: string
}

/** A menu of either library. */
export interface Menu {
  /** The caller whom it answers now. */
  readonly args: { readonly sessionId: string; readonly phoneNumber: string }
  run(push: object, onResult?: (screen: Screen) => void): Promise<Screen>
}

/** What a library keeps between turns: nothing but what it is given here. */
export type Sessions = Map<string, Map<string, unknown>>

/** One library, with the shop of docs/rivals.md written in it. */
export interface Rival {
  readonly name: string
  openMenu(shop?: Shop): Menu
}

/** What a test wants to know or to hold; the rest is made. */
export interface Shop {
  readonly orders?: Orders
  readonly items?: readonly Item[]
  readonly sessions?: Sessions
  /** The sessions whose subscribers are asked to pay. */
  readonly prompted?: string[]
}

/** The two libraries for Node run the very same code, but for its import. */
export async function loadRivals(): Promise<Rival[]> {
  const block = blockUnder('docs/rivals.md', 'ussd-menu-builder and ussd-builder', 'ts')
  const workshop = openWorkshop()
  try {
    const rivals: Rival[] = []
    for (const [index, name] of ['ussd-menu-builder', 'ussd-builder'].entries()) {
      const code = block.code.replace("from 'ussd-menu-builder'", `from '${name}'`)
      const { openMenu } = await run(workshop, { ...block, code, line: index })
      if (!opensMenus(openMenu)) throw new Error(`${block.file} has no openMenu`)
      rivals.push({
        name,
        openMenu: ({ orders = openOrders(), items: list = items, sessions = new Map(), prompted = [] } = {}) =>
          openMenu({
            provider: wireForm,
            sessions: configOf(sessions),
            items: list,
            createOrder: orders.create,
            askToPay: (sessionId: string) => void prompted.push(sessionId),
          }),
      })
    }
    return rivals
  } finally {
    workshop.remove()
  }
}

function opensMenus(value: unknown): value is (parts: Readonly<Record<string, unknown>>) => Menu {
  return typeof value === 'function'
}

/** As the libraries' guides have it, with promises. */
function configOf(sessions: Sessions) {
  const of = (id: string): Map<string, unknown> => {
    const session = sessions.get(id) ?? new Map<string, unknown>()
    sessions.set(id, session)
    return session
  }
  return {
    start: async (id: string) => void of(id),
    end: async (id: string) => void sessions.delete(id),
    get: async (id: string, key: string) => of(id).get(key),
    set: async (id: string, key: string, value: unknown) => void of(id).set(key, value),
  }
}
