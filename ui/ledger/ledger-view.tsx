import { shown, tryInvoice } from '../checkout/invoice.ts'
import { Empty } from '../shared/empty.tsx'
import { reachable } from '../shared/focus/reachable.ts'
import { dayAndTime, money, visible } from '../shared/format.ts'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { View } from '../shared/view.tsx'
import { faultName } from '../state/fault-names.ts'
import { verdictOfBill } from '../state/log/verdict.ts'
import { ledger } from '../state/simulator.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { CellValue, Next, signsOf } from './cell-value.tsx'
import { headOf } from './head-of.ts'
import { ToReview } from './to-review.tsx'
import { Undecided } from './undecided.tsx'
import { type Cell, cells, showWhy } from './why.ts'

/** Every payment: what was asked, paid, told, confirmed, handled and reported, and who was right. What is wrong stands first. */
export function LedgerView() {
  const rows = ledger.value.toReversed().toSorted((one, other) => urgency[one.verdict] - urgency[other.verdict])
  return (
    <View name="ledger" label={texts.views.ledger}>
      <div class="flex items-center px-4 py-2 min-h-14 border-b border-base-300">
        <h2 class="text-base font-semibold">{texts.views.ledger}</h2>
      </div>
      {rows.length === 0 ? (
        <Empty title={texts.emptyLedger}>
          <p class="text-quiet">{texts.emptyLedgerNext}</p>
          <button type="button" class="btn btn-primary btn-sm" onClick={() => void tryInvoice()}>
            {texts.commands.tryInvoice}
          </button>
        </Empty>
      ) : (
        <div {...reachable} class="focus-seen flex-1 min-h-0 overflow-auto @container">
          <ul class="p-4 flex flex-col gap-2">
            {rows.map((row) => (
              <Entry key={row.bill ?? row.reference} row={row} />
            ))}
          </ul>
        </div>
      )}
    </View>
  )
}

function Entry({ row }: { row: LedgerRow }) {
  const { bill, source, asked, paid, told, confirmed, handled, differs, differsAt, verdict } = row
  const signs = signsOf(row)
  const { name, about } = headOf(row)
  const [first] = differsAt
  const values: Readonly<Record<Cell, string>> = {
    asked: bill === null ? '–' : money(asked),
    paid: bill === null ? '–' : money(paid),
    told: said(told),
    confirmed: said(confirmed),
    handled: handled === null ? '?' : said(handled),
    reported: reportedBy(row),
  }
  return (
    <li class={`rounded-box border p-3 ${borders[verdict]}`}>
      <div class="flex flex-wrap gap-x-2 gap-y-1 items-baseline">
        <div class="flex-1 basis-32 min-w-0">
          <button
            type="button"
            class="font-semibold underline underline-offset-4 cursor-pointer text-left focus-seen"
            onClick={() => showWhy(row, undefined)}
          >
            <span class="line-clamp-4 wrap-anywhere">{visible(name)}</span>
          </button>
        </div>
        {source === 'checkout' && paid === 0 && bill !== null && (
          <button
            type="button"
            class="btn btn-sm"
            onClick={() => {
              shown.value = bill
            }}
          >
            {texts.checkout.pay}
          </button>
        )}
        <VerdictSign verdict={verdictOfBill(row)} />
      </div>
      <p
        class="text-quiet tabular-nums line-clamp-4 wrap-anywhere"
        title={row.askedAt === null ? undefined : dayAndTime(row.askedAt)}
      >
        {visible(about.join(' · '))}
      </p>
      <dl class="mt-2 grid grid-cols-2 @md:grid-cols-3 @4xl:grid-cols-6 gap-x-4 gap-y-2">
        {cells.map((cell) => (
          <div key={cell} class="min-w-0">
            <dt class="text-quiet">{texts.bill[cell]}</dt>
            <dd class="tabular-nums break-words">
              <CellValue row={row} cell={cell} value={values[cell]} look={signs[cell]} />
            </dd>
          </div>
        ))}
      </dl>
      {differs.map((sentence) => (
        <p key={sentence} class="mt-2 text-error font-medium break-words">
          {visible(sentence)}
        </p>
      ))}
      {first !== undefined && <Next row={row} cell={first} sentence={texts.bill.next[first]} />}
      <ToReview row={row} />
      <Undecided row={row} />
      {verdict === 'nothing' && <p class="mt-2 text-quiet">{texts.bill.nothingWhy}</p>}
    </li>
  )
}

const urgency: Readonly<Record<LedgerRow['verdict'], number>> = { differs: 0, review: 1, right: 2, nothing: 2 }

const borders: Readonly<Record<LedgerRow['verdict'], string>> = {
  right: 'border-base-300',
  nothing: 'border-base-300 border-dashed',
  review: 'border-warning',
  differs: 'border-error',
}

/** Deliveries are only reported of what a programmable service sold. */
function reportedBy({ source, paid, reported }: LedgerRow): string {
  const words = reported.map(({ status, isInTime }) =>
    isInTime ? texts.bill.reports[status] : texts.bill.lateReport(texts.bill.reports[status]),
  )
  return words.join(', ') || (source === 'fulfilment' && paid > 0 ? texts.bill.notReported : '–')
}

interface Said {
  readonly outcome: string
  readonly amount?: number | null | undefined
  readonly isByHand?: true
  readonly faults?: readonly string[]
}

function said(all: readonly Said[]): string {
  const words = all.map(({ outcome, amount, isByHand = false, faults = [] }) => {
    const saying = amount === null || amount === undefined ? outcome : `${outcome} ${money(amount)}`
    // What is sent again by hand is always the same again.
    const names = faults.filter((name) => !isByHand || name !== 'duplicate').map(faultName)
    const how = [...names, ...(isByHand ? [texts.bill.byHand] : [])]
    return how.length === 0 ? saying : `${saying} (${how.join(', ')})`
  })
  return (
    [...Map.groupBy(words, (word) => word)]
      .map(([word, same]) => (same.length > 1 ? `${same.length} × ${word}` : word))
      .join(', ') || '–'
  )
}
