import { effect } from '@preact/signals'
import { TriangleAlert, X } from 'lucide-preact'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { openDialogs } from '../shared/modal.tsx'
import { addCommands } from '../state/commands.ts'
import { drop, isUndo, type Notice, notices, use } from '../state/notices.ts'
import { texts } from '../texts/index.ts'

const lastUndo = () => notices.value.findLast(isUndo)
const lastProblem = () => notices.value.findLast(({ tone }) => tone === 'wrong')

addCommands(
  'rest',
  {
    name: texts.undo,
    keys: 'z',
    isPossible: () => lastUndo() !== undefined,
    run: () => {
      const last = lastUndo()
      if (last !== undefined) use(last)
    },
  },
  {
    name: texts.commands.closeNotice,
    keys: 'Escape',
    isOnTop: true,
    isPossible: () => lastProblem() !== undefined,
    run: () => drop(lastProblem()?.id ?? 0),
  },
)

/**
 * What just happened, in a place of its own at the foot: it covers nothing. While a dialog is open all around it is out of reach, so it
 * stands above the dialog's title then.
 */
export function Notices() {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const host = document.createElement('div')
    host.className = 'flex flex-col items-center px-2 max-h-[40dvh] overflow-y-auto'
    // Each is heard by itself, when it comes.
    host.ariaLive = 'polite'
    host.ariaAtomic = 'false'
    host.ariaRelevant = 'additions'
    render(<List />, host)
    const stop = effect(() => {
      const home = openDialogs.value.at(-1) ?? foot.current
      if (home === null || host.parentElement === home) return
      home.prepend(host)
    })
    return () => {
      stop()
      render(null, host)
      host.remove()
    }
  }, [])
  return <div ref={foot} />
}

function List() {
  return notices.value.map((notice) => <Toast key={notice.id} notice={notice} />)
}

/** ms. What can be undone stays longer: somebody has to find out how first. */
const staysFor = { usual: 6_000, undo: 20_000 }

function Toast({ notice }: { notice: Notice }) {
  const { id, tone, text, action } = notice
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // An error stays until somebody has read it.
    if (tone === 'wrong') return undefined
    const timer = setInterval(
      () => {
        if (element.current?.matches(':hover, :focus-within') !== true) drop(id)
      },
      isUndo(notice) ? staysFor.undo : staysFor.usual,
    )
    return () => clearInterval(timer)
  }, [])
  return (
    <div
      ref={element}
      class="my-1.5 w-full max-w-[40rem] flex items-start gap-2 rounded-box bg-neutral text-neutral-content shadow-float px-3 py-2"
    >
      {tone === 'wrong' && <TriangleAlert size={18} aria-hidden="true" class="shrink-0 mt-0.5" />}
      <p class="flex-1 min-w-0 break-words">
        {tone === 'wrong' && <span class="font-semibold">{texts.failed} </span>}
        {text}
      </p>
      {action !== undefined && (
        <button type="button" class="underline font-semibold cursor-pointer shrink-0" onClick={() => use(notice)}>
          {action.name}
        </button>
      )}
      <button type="button" class="cursor-pointer shrink-0" aria-label={texts.close} onClick={() => drop(id)}>
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}
