import { computed } from '@preact/signals'
import { begun, duration, visible } from '../../shared/format.ts'
import { go } from '../../state/address.ts'
import { rows } from '../../state/log/rows.ts'
import type { PhoneState, Row } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { answeredAt } from './answered.ts'

/** What became of the payment of the session: that the merchant is told, then what came of it, also where somebody else answered the prompt. */
export function PaymentSaid({ phone }: { phone: PhoneState }) {
  const answered = answeredAt(phone)
  const notice = noticeOf(phone)
  if (notice === undefined && answered === undefined) return null
  return (
    <div role="status" class="px-4 py-2.5 border-t border-base-300 bg-base-100">
      {notice !== undefined
        ? saidOf(notice)
        : answered !== undefined && phone.lastPayment?.billId === answered.bill
          ? texts.answered.pending
          : answered !== undefined && texts.answered[answered.step]}
      {notice !== undefined && (
        <>
          {' '}
          <button
            type="button"
            class="underline underline-offset-4 cursor-pointer whitespace-nowrap"
            onClick={() => go({ view: 'log', row: notice.id })}
          >
            {texts.answered.row}
          </button>
        </>
      )}
    </div>
  )
}

/** The last notice of each bill and each session, by their identifiers: those that the service sent, and nobody by hand. */
const notices = computed(() => {
  const found = new Map<string, Row>()
  for (const row of rows.value) {
    const { isMeant, kind, about } = row
    if (!isMeant || !moneyKinds.has(kind)) continue
    if (about.billId !== undefined) found.set(about.billId, row)
    if (about.sessionId !== undefined) found.set(about.sessionId, row)
  }
  return found
})

const moneyKinds: ReadonlySet<string> = new Set(['ussdPayment', 'fulfilment'])

function noticeOf(phone: PhoneState): Row | undefined {
  const answered = answeredAt(phone)
  if (answered === undefined) return notices.value.get(phone.sessionId ?? '')
  const { lastPayment } = phone
  return (
    notices.value.get(answered.bill) ?? (lastPayment?.billId === answered.bill ? lastPayment.notices.at(-1) : undefined)
  )
}

function saidOf({ outcome, status, ms, problem, verdict }: Row): string {
  const word = begun(visible(outcome ?? ''))
  return status === null || verdict !== 'ok'
    ? texts.answered.lost(word, visible(problem ?? texts.answered.refused(status)))
    : texts.answered.told(word, status, duration(ms))
}
