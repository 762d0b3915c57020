import { useEffect, useState } from 'preact/hooks'
import { faultCommands } from '../../faults/commands.ts'
import { lookUp } from '../../faults/known.ts'
import { ledgerCommands } from '../../ledger/commands.ts'
import { lookAgain } from '../../map/state.ts'
import { Modal } from '../../shared/modal.tsx'
import { addCommandSource, closeDialog, type Offered, searchCommands } from '../../state/commands.ts'
import { texts } from '../../texts/index.ts'
import { Keys } from './keys.tsx'

addCommandSource('rest', ledgerCommands)
addCommandSource('rest', faultCommands)

/** Everything by name. */
export function Palette() {
  const [wanted, setWanted] = useState('')
  const [index, setIndex] = useState(0)
  useEffect(() => {
    void lookUp()
    void lookAgain()
  }, [])
  const found = searchCommands(wanted).filter(({ name }) => name !== texts.commands.palette)
  const chosen = Math.min(index, found.length - 1)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setIndex(Math.min(found.length - 1, chosen + 1))
    else if (event.key === 'ArrowUp') setIndex(Math.max(0, chosen - 1))
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Modal label={texts.commands.palette} isAtTop onClose={close}>
      <div class="p-2 border-b border-base-300">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `palette-${chosen}` : undefined}
          aria-label={texts.paletteAsks}
          placeholder={texts.paletteAsks}
          class="input w-full"
          autocomplete="off"
          spellcheck={false}
          value={wanted}
          onInput={({ currentTarget }) => {
            setWanted(currentTarget.value)
            setIndex(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div
        id="palette-list"
        role="listbox"
        aria-label={texts.commands.palette}
        class="p-2 max-h-[60dvh] overflow-y-auto"
      >
        {found.map((command, at) => (
          <Choice key={command.name} command={command} at={at} isChosen={at === chosen} />
        ))}
      </div>
      {found.length === 0 && <p class="px-4 pb-4 text-quiet">{texts.noCommand}</p>}
    </Modal>
  )
}

function Choice({ command, at, isChosen }: { command: Offered; at: number; isChosen: boolean }) {
  const { name, keys, isUsable } = command
  return (
    <div
      id={`palette-${at}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={!isUsable}
      class={`flex gap-2 items-center px-3 py-1.5 rounded-field cursor-pointer ${isChosen ? 'bg-primary text-primary-content' : ''}`}
      onClick={() => run(command)}
      onKeyDown={({ key }) => key === 'Enter' && run(command)}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <span class="flex-1">{name}</span>
      {isUsable ? (
        <span class="text-base-content">{keys !== undefined && <Keys keys={keys} />}</span>
      ) : (
        <span class={isChosen ? '' : 'text-quiet'}>{texts.notNow}</span>
      )}
    </div>
  )
}

/** What can't be done now leaves the list open: whoever meant it may choose another. */
function run(command: Offered | undefined): void {
  if (command?.isUsable === false) return
  close()
  // After the dialog gave the focus back: what runs may move it.
  if (command !== undefined) requestAnimationFrame(() => command.run())
}

function close(): void {
  closeDialog('palette')
}
