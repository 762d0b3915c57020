import { signal } from '@preact/signals'
import { currentPhone } from '../phones/act.ts'
import { act, ask } from '../state/api.ts'
import { addCommands } from '../state/commands.ts'
import { attempt } from '../state/notices.ts'
import { ledger } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'

/** An invoice with the pages where it is paid. */
export interface Invoice {
  readonly id: string
  readonly amount: number
  readonly description: string
  readonly reference: string
  readonly state: 'open' | 'paid' | 'cancelled'
  readonly pageUrl: string
  readonly directPageUrl: string
  readonly returnUrl: string
  readonly cancellationUrl: string
}

/** The invoice that is shown in the shop; undefined where none is. */
export const shown = signal<string | undefined>(undefined)

export async function invoiceOf(id: string): Promise<Invoice | undefined> {
  const { items } = await ask<{ readonly items: readonly Invoice[] }>(`bills?id=${encodeURIComponent(id)}`)
  return items[0]
}

const triedName = 'try-'

/** Whether the page asked for it, and no code of the application. */
export function isTried({ reference, description }: Invoice): boolean {
  return reference.startsWith(triedName) && description === texts.checkout.description
}

let isAsked = false

/** Opens one that no code asked for, so that paying can be seen before there is any. One at a time: asked for twice, it would open again once it is closed. */
export async function tryInvoice(): Promise<void> {
  if (isAsked || shown.value !== undefined) return
  isAsked = true
  const found = await attempt(async () => {
    const { items } = await ask<{ readonly items: readonly { kind: string; address: string | null }[] }>('kinds')
    const callbackUrl = items.find(({ kind }) => kind === 'checkout')?.address ?? null
    if (callbackUrl === null) throw new Error(texts.checkout.noHandler)
    return act<{ readonly id: string }>('bills/invoice', {
      amount: 50,
      description: texts.checkout.description,
      reference: `${triedName}${Date.now().toString(36)}`,
      callbackUrl,
      mobile: currentPhone()?.number,
      returnUrl: 'https://shop.example/thanks',
      cancellationUrl: 'https://shop.example/cart',
    })
  })
  isAsked = false
  if (found !== undefined) shown.value = found.id
}

/** The newest invoice that nobody has paid. */
function newest(): string | undefined {
  return ledger.value.findLast(({ source, paid }) => source === 'checkout' && paid === 0)?.bill ?? undefined
}

addCommands(
  'phones',
  { name: texts.commands.tryInvoice, keys: 'i', run: () => void tryInvoice() },
  {
    name: texts.commands.payInvoice,
    keys: 'v',
    isPossible: () => newest() !== undefined,
    run: () => {
      shown.value = newest()
    },
  },
)
