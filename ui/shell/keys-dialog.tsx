import { Modal } from '../shared/modal.tsx'
import { reachable } from '../shared/reachable.ts'
import { closeDialog, possibleCommands } from '../state/commands.ts'
import { texts } from '../texts.ts'

/** Every key. */
export function KeysDialog() {
  return (
    <Modal label={texts.commands.keys} onClose={() => closeDialog('keys')}>
      <h2 class="text-lg font-semibold px-4 pt-4">{texts.commands.keys}</h2>
      <ul
        {...reachable}
        class="focus-seen max-h-[calc(80dvh-4rem)] overflow-y-auto p-4 grid sm:grid-cols-2 gap-x-6 gap-y-2"
      >
        {possibleCommands()
          .filter(({ keys }) => keys !== undefined)
          .map(({ name, keys }) => (
            <li key={name} class="flex items-center gap-2">
              <span class="flex-1">{name}</span>
              <Keys keys={keys} />
            </li>
          ))}
      </ul>
    </Modal>
  )
}

export function Keys({ keys = '' }: { keys?: string | undefined }) {
  return (
    <span class="flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd key={key} class="kbd kbd-sm">
          {key}
        </kbd>
      ))}
    </span>
  )
}
