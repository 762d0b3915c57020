import { reachable } from '../../shared/focus/reachable.ts'
import { Modal } from '../../shared/modal.tsx'
import { closeDialog, groups, keysOfGroup } from '../../state/commands.ts'
import { texts } from '../../texts/index.ts'
import { Keys } from './keys.tsx'

/** Every key, by what it is about; what can't be done now is told quietly. */
export function KeysDialog() {
  return (
    <Modal label={texts.commands.keys} onClose={() => closeDialog('keys')}>
      <h2 class="text-lg font-semibold px-4 pt-4">{texts.commands.keys}</h2>
      <div {...reachable} class="focus-seen max-h-[calc(80dvh-4rem)] overflow-y-auto p-4">
        <div class="sm:columns-2 gap-x-8">
          {groups.map((group) => (
            <section key={group} class="mb-4" aria-labelledby={`keys-${group}`}>
              <h3 id={`keys-${group}`} class="font-semibold mb-1 break-after-avoid">
                {texts.keyGroups[group]}
              </h3>
              <ul class="flex flex-col gap-1.5">
                {keysOfGroup(group).map(({ name, keys, isUsable }) => (
                  <li key={name} class="flex items-center gap-2 break-inside-avoid">
                    <span class={`flex-1 ${isUsable ? '' : 'text-quiet'}`}>
                      {name}
                      {!isUsable && <span class="sr-only"> {texts.notNow}</span>}
                    </span>
                    <Keys keys={keys} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Modal>
  )
}
