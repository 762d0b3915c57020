import { texts } from '../texts/later.ts'
import { screens } from './state.ts'

/** What the frames and arrows say. */
export function Legend() {
  const isSure = screens.value.every(({ answers }) => answers.every(({ notWalked }) => notWalked !== true))
  return (
    <ul class="flex flex-wrap gap-x-6 gap-y-1 px-4 py-2 border-t border-base-300 bg-base-100 text-quiet">
      <li class="flex items-center gap-2">
        <span aria-hidden="true" class="w-6 h-4 rounded-sm border-2 border-primary" />
        {texts.map.legend.walked}
      </li>
      <li class="flex items-center gap-2">
        <span aria-hidden="true" class="w-6 h-4 rounded-sm border border-dashed border-base-content/50" />
        {texts.map.legend.notWalked}
      </li>
      <li class="flex items-center gap-2">
        <span aria-hidden="true" class="w-6 border-t-2 border-dashed border-primary" />
        {texts.map.legend.back}
      </li>
      {!isSure && (
        <li class="flex items-center gap-2">
          <span aria-hidden="true" class="w-6 border-t-2 border-dotted border-base-content/50" />
          {texts.map.legend.notAgain}
        </li>
      )}
    </ul>
  )
}
