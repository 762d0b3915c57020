import { Minus, Plus } from 'lucide-preact'
import { texts } from '../texts/later.ts'
import { closer, farther, fit, scale } from './zoom.ts'

/** Larger, smaller, and all of it. */
export function ZoomButtons() {
  return (
    <fieldset class="join">
      <legend class="sr-only">{texts.map.zoom}</legend>
      <button
        type="button"
        class="btn btn-sm btn-square join-item"
        aria-label={texts.map.farther}
        title={`${texts.map.farther} (-)`}
        onClick={farther}
      >
        <Minus size={16} aria-hidden="true" />
      </button>
      <output class="min-w-14 self-center text-center tabular-nums">{Math.round(scale.value * 100)} %</output>
      <button
        type="button"
        class="btn btn-sm btn-square join-item"
        aria-label={texts.map.closer}
        title={`${texts.map.closer} (+)`}
        onClick={closer}
      >
        <Plus size={16} aria-hidden="true" />
      </button>
      <button type="button" class="btn btn-sm join-item" title={`${texts.commands.zoomFit} (0)`} onClick={fit}>
        {texts.map.fit}
      </button>
    </fieldset>
  )
}
