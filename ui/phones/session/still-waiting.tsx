import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'
import { waits } from '../waits.ts'

/** Under a screen that was answered. Seen only where it takes long enough to be wondered at. */
export function StillWaiting({ phone }: { phone: PhoneState }) {
  return (
    <p role="status" class="font-medium seen-late empty:hidden">
      {waits(phone) ? texts.waiting : ''}
    </p>
  )
}
