import { visible } from '../shared/format.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { Next } from './cell-value.tsx'

/** Why a person must look at a payment, and what to do about each reason. */
export function ToReview({ row }: { row: LedgerRow }) {
  if (row.review.length === 0) return null
  const words = row.review.map(wordOf)
  const next = new Set(words.map((word) => texts.bill.reviewNext[word] ?? texts.bill.reviewNextUsual))
  return (
    <>
      <p class="mt-2 text-warning break-words">
        <span class="font-medium">{texts.bill.mustLook}</span> {visible(row.review.map(whyOf).join('; '))}
      </p>
      {[...next].map((sentence) => (
        <Next key={sentence} row={row} cell="handled" sentence={sentence} />
      ))}
    </>
  )
}

/** The server's sentence begins with the plugin's word. */
function wordOf(sentence: string): string {
  return sentence.slice(0, Math.max(0, sentence.indexOf(':')))
}

function whyOf(sentence: string): string {
  const word = wordOf(sentence)
  const own = texts.bill.reviewWhy[word]
  return own === undefined ? sentence : `${word}: ${own}`
}
