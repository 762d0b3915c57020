import { Moon, Search, Sun } from 'lucide-preact'
import { go, place } from '../state/address.ts'
import { addCommands, dialog, paletteKeys } from '../state/commands.ts'
import { isUndecided, verdictOfBill } from '../state/log/verdict.ts'
import { jump, ledger } from '../state/simulator.ts'
import { isDark, nextTheme, theme } from '../state/theme.ts'
import { isWide } from '../state/width.ts'
import { texts } from '../texts/index.ts'
import { AppState } from './app-state.tsx'
import { Clock, jumps } from './clock.tsx'
import { FaultsOn } from './faults-on.tsx'
import { toView } from './keyboard/to-view.ts'
import { MoreMenu } from './more-menu.tsx'

addCommands(
  'views',
  { name: texts.commands.toLog, keys: 'g o', run: () => toView('log') },
  { name: texts.commands.toPhones, keys: 'g p', run: () => toView('phones') },
  { name: texts.commands.toLedger, keys: 'g l', run: () => toView('ledger') },
  { name: texts.commands.toFaults, keys: 'g f', run: () => toView('faults') },
  { name: texts.commands.toMap, keys: 'g m', run: () => toView('map') },
)
addCommands(
  'rest',
  { name: texts.commands.palette, keys: paletteKeys, run: () => openDialog('palette') },
  { name: texts.commands.keys, keys: '?', run: () => openDialog('keys') },
  { name: texts.commands.theme, keys: 't', run: nextTheme },
)
addCommands(
  'time',
  ...jumps.map(({ ms, name, also, keys }) => ({
    name: texts.commands.jump(name),
    keys,
    also: `${texts.commands.jumpAlso} ${also}`,
    run: () => void jump(ms),
  })),
)

/** What is on, in sight on every view. */
export function TopBar() {
  const isLight = theme.value !== undefined && !isDark()
  const Theme = isLight ? Moon : Sun
  return (
    <header class="flex items-center gap-2 min-[1200px]:gap-3 px-3 min-h-12 bg-base-100 border-b border-base-300">
      <h1 class="sr-only">{texts.title}</h1>
      <AppState />
      <span class="flex-1" />
      <Clock />
      {isWide.value && (
        <>
          <FaultsOn />
          <LedgerCount />
          <button
            type="button"
            class={`btn btn-sm ${place.value.view === 'map' ? 'btn-active' : ''}`}
            title={`${texts.commands.toMap} (g m)`}
            onClick={() => go({ view: place.value.view === 'map' ? 'log' : 'map' })}
          >
            {texts.views.map}
          </button>
          <button
            type="button"
            class="btn btn-sm btn-ghost btn-square"
            aria-label={isLight ? texts.toDark : texts.toLight}
            title={`${isLight ? texts.toDark : texts.toLight} (t)`}
            onClick={nextTheme}
          >
            <Theme size={16} aria-hidden="true" />
          </button>
          <button
            type="button"
            class="btn btn-sm btn-ghost btn-square font-semibold"
            aria-label={texts.commands.keys}
            title={`${texts.commands.keys} (?)`}
            onClick={() => openDialog('keys')}
          >
            ?
          </button>
        </>
      )}
      <button
        type="button"
        class="btn btn-sm px-2"
        title={`${texts.commands.palette} (${paletteKeys})`}
        onClick={() => openDialog('palette')}
      >
        <Search size={16} aria-hidden="true" />
        <span class="sr-only">{texts.commands.palette}</span>
        {isWide.value && <span class="font-normal">{paletteKeys}</span>}
      </button>
      <MoreMenu />
    </header>
  )
}

function LedgerCount() {
  // As the boxes of the ledger say it: what is refused, pending or unpaid isn't wrong, and isn't right.
  const tones = ledger.value.map((row) => (isUndecided(row) ? 'undecided' : verdictOfBill(row).tone))
  const count = (counted: (typeof tones)[number]) => tones.filter((tone) => tone === counted).length
  return (
    <button
      type="button"
      class={`btn btn-sm ${place.value.view === 'ledger' ? 'btn-active' : ''}`}
      title={`${texts.commands.toLedger} (g l)`}
      onClick={() => go({ view: place.value.view === 'ledger' ? 'log' : 'ledger' })}
    >
      {texts.views.ledger}
      <Count sign="✓" word={texts.right} count={count('right')} color="text-success" />
      {count('undecided') > 0 && (
        <Count sign="…" word={texts.undecided} count={count('undecided')} color="text-warning" />
      )}
      {count('close') > 0 && <Count sign="!" word={texts.toReview} count={count('close')} color="text-warning" />}
      {count('wrong') > 0 && <Count sign="✗" word={texts.wrong} count={count('wrong')} color="text-error" />}
    </button>
  )
}

function Count({ sign, word, count, color }: { sign: string; word: string; count: number; color: string }) {
  return (
    <span class={`${color} tabular-nums`}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr-only">{word}</span> {count}
    </span>
  )
}

function openDialog(name: 'palette' | 'keys'): void {
  dialog.value = name
}
