import { kinds, notificationKinds, turnKinds } from '../../src/pushes/kinds.ts'
import { callNames } from '../../src/simulator/faults/answers.ts'
import {
  createSimulator,
  knownFaults,
  magicNumbers,
  messageNumbers,
  type Profile,
  type ProfileName,
  profiles,
} from '../../src/simulator/index.ts'
import { profileNames } from '../../src/simulator/wire/profiles.ts'

/** The pages that the tables stand on. */
export const pagesWithTables = ['faults', 'money', 'messages', 'api'].map((name) => `docs/guides/simulator-${name}.md`)

const groups: Readonly<Record<string, readonly string[]>> = {
  'every push': kinds,
  turns: turnKinds,
  notifications: notificationKinds,
  'every call': callNames,
}

const senders: Readonly<Record<ProfileName, string>> = {
  plain: 'does what the API document shows, and never retries',
  camelCase: 'writes names with a small first letter',
  mixedNames: 'mixes both ways of writing names, and adds fields of its own',
  retryOnce: 'retries a notification once',
  ladder: 'retries for hours, over a new connection each time',
  longLadder: 'retries for three days',
  forms: 'posts inbound messages and delivery reports as forms',
  queries: 'sends inbound messages and delivery reports by GET',
  oneByOne: 'sends one notification at a time',
  anyOrder: 'sends four notifications at once in any order, and retries once',
  aheadOfTime: 'has a clock that is 5 minutes fast',
  behindTime: 'has a clock that is 5 minutes slow',
  probing: 'checks your address before the first push',
}

interface Route {
  readonly method: string
  readonly path: string
  readonly does: string
  readonly takes: { readonly properties: object; readonly required?: readonly string[] }
}

/** The routes of the control, as it lists them itself. */
async function listedRoutes(): Promise<readonly Route[]> {
  await using sim = await createSimulator()
  const { routes }: { routes: Route[] } = JSON.parse(await (await fetch(`${sim.url}/_simulator/`)).text())
  return routes
}

const routes = await listedRoutes()

/** The tables of the simulator's guides, made from the code: `npm run docs` writes them. */
export const simulatorTables: Readonly<Record<string, string>> = {
  faults: table(
    ['Fault', 'What it does', 'Strikes', 'Variants'],
    knownFaults.map(({ name, does, ways }) => [
      `\`${name}\``,
      does,
      groupOf(Object.keys(ways)),
      [...new Set(Object.values(ways).flat())]
        .filter((way) => way !== 'usual')
        .map((way) => `\`${way}\``)
        .join(', '),
    ]),
  ),
  payments: table(
    ['Phone', 'It'],
    magicNumbers.map(({ mobile, meaning }) => [`\`${mobile}\``, meaning]),
  ),
  messages: table(
    ['A message to', 'What becomes of it'],
    messageNumbers.map(({ mobile, meaning }) => [`\`${mobile}\``, meaning]),
  ),
  routes: table(
    ['Route', 'Does', 'Takes'],
    routes.map(({ method, path, does, takes }) => [
      `${method} \`${path.replace('/_simulator', '')}\``,
      does,
      Object.keys(takes.properties)
        .map((name) => `\`${name}${takes.required?.includes(name) ? '' : '?'}\``)
        .join(', '),
    ]),
  ),
  profiles: table(
    ['Profile', 'Like a service that', 'Differs from `plain` in'],
    profileNames.map((name) => [`\`${name}\``, senders[name], differencesOf(profiles[name])]),
  ),
}

/** The page with its tables as they are now. */
export function withTables(page: string): string {
  return page.replace(
    /(<!-- table (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_whole, begin: string, name: string, end: string) => `${begin}\n${simulatorTables[name]}\n${end}`,
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell || '–').join(' | ')} |`,
  )
  return `${lines.join('\n')}\n`
}

function groupOf(struck: readonly string[]): string {
  const found = Object.entries(groups).find(([, group]) => group.toSorted().join() === struck.toSorted().join())
  return found?.[0] ?? struck.map((one) => `\`${one}\``).join(', ')
}

function differencesOf(profile: Profile): string {
  const own = Object.entries(profile).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(profiles.plain).find(([one]) => one === name)?.[1]),
  )
  return own.map(([name, value]) => `\`${name}\`: ${inWords(value)}`).join('; ')
}

function inWords(value: unknown): string {
  if (!Array.isArray(value)) return `\`${JSON.stringify(value).replaceAll('"', "'")}\``
  const runs: { readonly ms: number; times: number }[] = []
  for (const ms of value) {
    const last = runs.at(-1)
    if (last !== undefined && last.ms === ms) last.times += 1
    else runs.push({ ms, times: 1 })
  }
  return runs.map(({ ms, times }) => `${times} × ${ms.toLocaleString('en')} ms`).join(', ')
}
