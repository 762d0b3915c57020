import type { ComponentChildren } from 'preact'
import { texts } from '../../texts/index.ts'
import { keyLetters, keys } from './multi-tap.ts'

interface KeypadProps {
  /** Of the phone, for those who hear it. */
  readonly label: string
  readonly goes: string
  readonly ends: string
  readonly onKey: (key: string) => void
  readonly onDelete: () => void
  readonly onGo: () => void
  readonly onEnd: () => void
  readonly isBusy: boolean
  /** Whether it's the key that dials or sends that wants the focus. */
  readonly isNext: boolean
}

/** Twelve keys, one that dials or sends, one that takes the last letter away, and one that ends. */
export function Keypad({ label, goes, ends, onKey, onDelete, onGo, onEnd, isBusy, isNext }: KeypadProps) {
  return (
    <fieldset class="p-3 flex flex-col gap-2">
      <legend class="sr-only">{label}</legend>
      <div class="grid grid-cols-3 gap-2">
        <Key onPress={onGo} isOff={isBusy} isNext={isNext} look="btn-primary">
          {goes}
        </Key>
        <Key onPress={onDelete}>{texts.handset.delete}</Key>
        <Key onPress={onEnd}>{ends}</Key>
        {keys.map((key) => (
          <Key key={key} onPress={() => onKey(key)}>
            <span class="font-semibold text-base leading-5">{key}</span>
            <span class="leading-4 w-9 text-left">
              {/\d/.test(key) ? keyLetters[key]?.replace(key, '').replace(' ', '␣').slice(0, 4) : ''}
            </span>
          </Key>
        ))}
      </div>
    </fieldset>
  )
}

function Key({
  onPress,
  isOff = false,
  isNext = false,
  look = 'bg-base-100',
  children,
}: {
  onPress: () => void
  isOff?: boolean
  isNext?: boolean
  look?: string
  children: ComponentChildren
}) {
  return (
    <button
      type="button"
      class={`btn h-9 min-h-0 px-1 gap-1.5 font-normal ${look}`}
      data-next={isNext || undefined}
      disabled={isOff}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
