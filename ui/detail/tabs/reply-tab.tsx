import { visible } from '../../shared/format.ts'
import { Payload } from '../../shared/payload.tsx'
import type { WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { Headers } from './headers.tsx'

/** What came back: what the subscriber reads in it, and the bytes. */
export function ReplyTab({ row: { response, status, screen, problem, direction } }: { row: WholeRow }) {
  if (response === null) {
    return (
      <div class="p-3">
        <p class="font-semibold text-error">{texts.noAnswer}</p>
        {problem !== null && <p class="mt-1 break-words">{visible(problem)}</p>}
      </div>
    )
  }
  return (
    <div class="p-3 flex flex-col gap-3">
      <p>
        {texts.statusIs} <span class="font-mono font-semibold">{status}</span>
      </p>
      {screen !== null && direction === 'push' && (
        <section aria-label={texts.screen}>
          <h3 class="font-semibold mb-1">{texts.screen}</h3>
          <p class="as-said rounded-box border border-base-300 p-3 max-w-72">{visible(screen)}</p>
        </section>
      )}
      <Payload label={texts.body} {...response} size={response.bytes} words={texts.payload} />
      <Headers headers={response.headers} />
    </div>
  )
}
