import { Modal } from '../../shared/modal.tsx'
import { texts } from '../texts.ts'

/** All keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal label={texts.allKeys} onClose={onClose}>
      <div class="p-4 flex flex-col gap-3">
        <h2 class="font-semibold text-base">{texts.allKeys}</h2>
        <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {texts.keyList.map(([key, what]) => (
            <div key={key} class="contents">
              <dt>
                <kbd class="kbd kbd-sm">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <button type="button" class="btn btn-sm self-end" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </Modal>
  )
}
