import type { SessionEvent } from '../pushes/session-push.ts'
import type { Screens } from '../turns/screens.ts'
import { channelOf } from './channel.ts'
import type { ConversationSettings } from './conversation-options.ts'
import { onRich } from './rich-forms.ts'
import { type FitSettings, onePage } from './screens/room.ts'
import type { SpokenWords } from './words.ts'

/** How a conversation says what no script draws: while that works, or when it is gone. */
export interface ScreensBeside {
  /** What it says in place of its registration: on a phone, and elsewhere. */
  readonly spoken: Readonly<Record<'phone' | 'rich', SpokenWords>>
  /** Any such screens, as a phone shows them. */
  readonly onPhone: <Said extends Partial<Screens>>(said: Said) => Said
  readonly isPhone: (event: SessionEvent) => boolean
}

/** @param isAscii the replies of the registration are folded to ASCII */
export function screensBeside(settings: ConversationSettings, isAscii: boolean): ScreensBeside {
  const fit = fitOf(settings, isAscii)
  return {
    spoken: { phone: settings.spoken, rich: onRich(settings.spoken) },
    onPhone: (said) => onPhone(said, fit),
    isPhone: (event) => isPhone(settings, event),
  }
}

/** Screens of one page, as a phone shows them: what does not fit is left out. */
export function onPhone<Said extends Partial<Screens>>(said: Said, fit: FitSettings): Said {
  const shown = Object.entries(said).map(([name, text]) => [name, onePage(text, fit)])
  return { ...said, ...Object.fromEntries(shown) }
}

/** What fits on the phones of a conversation. */
export function fitOf({ limit, characters }: ConversationSettings, isAscii: boolean): FitSettings {
  return { limit, characters: isAscii ? 'ascii' : characters }
}

/** Where the application cannot say which channel it is, its turn fails for that: what it reads then must not fail too. */
function isPhone({ channel }: ConversationSettings, event: SessionEvent): boolean {
  try {
    return channel(event) === 'ussd'
  } catch {
    return channelOf(event) === 'ussd'
  }
}
