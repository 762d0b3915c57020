import { Delete, PhoneCall, PhoneOff } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { texts } from '../../texts.ts'
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
}

/** Twelve keys, a green one, a red one, and one that takes the last letter away. */
export function Keypad({ label, goes, ends, onKey, onDelete, onGo, onEnd, isBusy }: KeypadProps) {
  return (
    <fieldset class="p-3 flex flex-col gap-2">
      <legend class="sr-only">{label}</legend>
      <div class="grid grid-cols-3 gap-2">
        <Key label={goes} onPress={onGo} isOff={isBusy}>
          <PhoneCall size={16} aria-hidden="true" />
        </Key>
        <Key label={texts.handset.delete} onPress={onDelete}>
          <Delete size={16} aria-hidden="true" />
        </Key>
        <Key label={ends} onPress={onEnd}>
          <PhoneOff size={16} aria-hidden="true" />
        </Key>
        {keys.map((key) => (
          <Key key={key} onPress={() => onKey(key)}>
            <span class="font-semibold text-base leading-5">{key}</span>
            <span class="text-[11px] leading-3 w-8 text-left">
              {/\d/.test(key) ? keyLetters[key]?.replace(key, '').replace(' ', '␣').slice(0, 4) : ''}
            </span>
          </Key>
        ))}
      </div>
    </fieldset>
  )
}

function Key({
  label,
  onPress,
  isOff = false,
  children,
}: {
  /** Where a sign stands in place of words. */
  label?: string
  onPress: () => void
  isOff?: boolean
  children: ComponentChildren
}) {
  return (
    <button
      type="button"
      class="btn h-9 min-h-0 px-1 gap-1.5 font-normal bg-base-100"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
