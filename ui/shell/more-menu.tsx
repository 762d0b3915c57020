import { Ellipsis } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { type Command, dialog } from '../state/commands.ts'
import { clearLog, reset } from '../state/forget.ts'
import { nextTheme } from '../state/theme.ts'
import { texts } from '../texts/index.ts'
import { Keys } from './keyboard/keys.tsx'
import { fileCommands } from './session-file.ts'

const entries: readonly Command[] = [
  ...fileCommands,
  { name: texts.commands.clearLog, keys: 'q l', run: clearLog },
  { name: texts.commands.reset, keys: 'q r', run: reset },
  { name: texts.commands.theme, keys: 't', run: nextTheme },
  {
    name: texts.commands.keys,
    keys: '?',
    run: () => {
      dialog.value = 'keys'
    },
  },
]

/** What is done once in a while, on a wide screen and on a narrow one. */
export function MoreMenu() {
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        type="button"
        class="btn btn-sm btn-ghost btn-square"
        popovertarget="more"
        aria-label={texts.more}
        title={texts.more}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      <div
        id="more"
        ref={list}
        popover="auto"
        class="beside-button w-72 p-2 rounded-box border border-base-300 bg-base-100 text-base-content shadow-float"
      >
        {entries.map(({ name, keys = '', run, isPossible }) => (
          <button
            key={name}
            type="button"
            class="btn btn-ghost btn-sm w-full h-auto min-h-8 justify-between text-left font-normal"
            disabled={isPossible?.() === false}
            onClick={() => {
              list.current?.hidePopover()
              run()
            }}
          >
            {name}
            <Keys keys={keys} />
          </button>
        ))}
      </div>
    </>
  )
}
