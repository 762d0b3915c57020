import { FileDown } from 'lucide-preact'
import { texts } from '../texts/later.ts'

/** What a file does that is held over the page. */
export function DropHint() {
  return (
    <div class="fixed inset-0 z-50 p-4 pointer-events-none bg-base-100/80">
      <p
        role="status"
        class="h-full flex gap-3 items-center justify-center rounded-box border-2 border-dashed border-primary text-lg font-semibold text-center"
      >
        <FileDown size={24} aria-hidden="true" />
        {texts.played.drop}
      </p>
    </div>
  )
}
