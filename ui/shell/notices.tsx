import { TriangleAlert, X } from 'lucide-preact'
import { drop, notices } from '../state/notices.ts'
import { texts } from '../texts.ts'

/** What just happened, at the foot. */
export function Notices() {
  return (
    <div
      role="status"
      class="fixed z-30 bottom-18 min-[1200px]:bottom-4 left-1/2 -translate-x-1/2 w-[min(30rem,calc(100vw-1rem))]"
    >
      {notices.value.map(({ id, tone, text, action }) => (
        <div
          key={id}
          class="mt-2 flex items-start gap-2 rounded-box bg-neutral text-neutral-content shadow-float px-3 py-2"
        >
          {tone === 'wrong' && <TriangleAlert size={18} aria-hidden="true" class="shrink-0 mt-0.5" />}
          <p class="flex-1 min-w-0 break-words">
            {tone === 'wrong' && <span class="font-semibold">{texts.failed} </span>}
            {text}
          </p>
          {action !== undefined && (
            <button type="button" class="underline font-semibold cursor-pointer shrink-0" onClick={action.run}>
              {action.name}
            </button>
          )}
          <button type="button" class="cursor-pointer shrink-0" aria-label={texts.close} onClick={() => drop(id)}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}
