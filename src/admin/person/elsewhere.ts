import type { StoreLook } from '../../store/store.ts'
import type { Whose } from './whose.ts'

/**
 * What another registration of the same store keeps of the person. It isn't erased or exported with this one.
 *
 * @example
 * for (const { registration } of report.elsewhere) await app.merchant.get(registration).erase({ phone })
 */
export interface HeldElsewhere {
  readonly registration: string
  /** Entries that their phone finds; 1,000 stands for as many or more. */
  readonly entries: number
  /** Their sessions; 1,000 stands for as many or more. */
  readonly sessions: number
}

/** Looks by the digest of the phone alone: what is sealed with another secret is counted too. */
export async function heldElsewhere(
  look: StoreLook,
  registration: string,
  whose: Whose,
): Promise<readonly HeldElsewhere[]> {
  const found: HeldElsewhere[] = []
  for (const other of await look.registrations()) {
    if (other === registration) continue
    const counts = await look.inbox.count({ registration: other, phone: whose.key, most })
    const page = await look.sessions.list({ registration: other, phoneKey: whose.key, limit: most })
    const entries = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const sessions = page.sessions.length
    if (entries > 0 || sessions > 0) found.push({ registration: other, entries, sessions })
  }
  return found
}

// As many as a page may have.
const most = 1_000
