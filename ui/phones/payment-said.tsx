import { duration, visible } from '../shared/format.ts'
import { go } from '../state/address.ts'
import type { PhoneState } from '../state/types.ts'
import { texts } from '../texts.ts'
import { answeredAt } from './answered.ts'

/** What became of the prompt that was answered: first that the merchant is told, then what came of it. */
export function PaymentSaid({ phone }: { phone: PhoneState }) {
  const answered = answeredAt(phone)
  if (answered === undefined) return null
  const payment = phone.lastPayment?.billId === answered.bill ? phone.lastPayment : undefined
  const notice = payment?.notices.at(-1)
  return (
    <div role="status" class="px-4 py-2.5 border-t border-base-300 bg-base-100 text-[13px]">
      {payment === undefined
        ? texts.answered[answered.step]
        : notice === undefined
          ? texts.answered.pending
          : saidOf(notice)}
      {notice !== undefined && (
        <>
          {' '}
          <button
            type="button"
            class="underline underline-offset-4 cursor-pointer whitespace-nowrap"
            onClick={() => go({ view: 'log', row: notice.id })}
          >
            {texts.answered.row(notice.id)}
          </button>
        </>
      )}
    </div>
  )
}

type Notice = NonNullable<PhoneState['lastPayment']>['notices'][number]

function saidOf({ outcome, status, ms, problem, verdict }: Notice): string {
  const word = visible(outcome ?? '')
  const begun = word.charAt(0).toUpperCase() + word.slice(1)
  return status === null || verdict !== 'ok'
    ? texts.answered.lost(begun, visible(problem ?? texts.verdict.refused(status)))
    : texts.answered.told(begun, status, duration(ms))
}
