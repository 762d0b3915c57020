import type { ApplicationMap, MappedScreen } from './application-map.ts'

/**
 * What differs between a map and a saved one, in sentences: screens, answers, lengths, payments, findings, warnings, and what was not walked
 * again. Nothing where they agree.
 *
 * @example
 * const saved: ApplicationMap = JSON.parse(readFileSync('map.json', 'utf8'))
 * differencesOf(saved, await mapApplication(app)) // ["pay-for: its screen is gone"]
 */
export function differencesOf(before: ApplicationMap, after: ApplicationMap): readonly string[] {
  const were = new Map(before.screens.map((screen) => [screen.id, screen]))
  const are = new Map(after.screens.map((screen) => [screen.id, screen]))
  const sayings = (map: ApplicationMap): string[] =>
    map.findings.map(({ kind, screen, channels, text }) => `${screen}: ${kind} on ${channels.join(', ')}: ${text}`)
  return [
    ...[...are.keys()].filter((id) => !were.has(id)).map((id) => `${id}: a new screen`),
    ...[...were.keys()].filter((id) => !are.has(id)).map((id) => `${id}: the screen is gone`),
    ...[...are].flatMap(([id, now]) => {
      const then = were.get(id)
      return then === undefined ? [] : changesOf(then, now).map((change) => `${id}: ${change}`)
    }),
    ...newOnes(sayings(before), sayings(after)).map((finding) => `${finding} (new)`),
    ...newOnes(sayings(after), sayings(before)).map((finding) => `${finding} (gone)`),
    ...newOnes(before.warnings, after.warnings).map((warning) => `a new warning: ${warning}`),
    ...newOnes(leftIn(before), leftIn(after)).map((left) => `${left} was not walked again (new)`),
    ...newOnes(leftIn(after), leftIn(before)).map((left) => `${left} was not walked again (gone)`),
  ]
}

/** Answers behind which nothing was walked again. */
function leftIn({ bounds }: ApplicationMap): readonly string[] {
  return bounds.notWalked.map(({ screen, answer }) => `${screen}: what is behind '${answer}'`)
}

function newOnes(before: readonly string[], after: readonly string[]): readonly string[] {
  return after.filter((one) => !before.includes(one))
}

function changesOf(then: MappedScreen, now: MappedScreen): readonly string[] {
  const arrows = ({ answers }: MappedScreen): string[] =>
    answers.map(({ answer, to, channels }) => `'${answer}' leads to ${to} on ${channels.join(', ')}`)
  const numbers = (name: 'lengths' | 'pages', what: string): string[] =>
    [...new Set([...Object.keys(then[name]), ...Object.keys(now[name])])]
      .filter(isChannelOf(then[name], now[name]))
      .flatMap((channel) => {
        const [old, fresh] = [then[name][channel] ?? 'none', now[name][channel] ?? 'none']
        return old === fresh ? [] : [`${what} on ${channel}: ${old}, now ${fresh}`]
      })
  const money = ({ pays }: MappedScreen): string => (pays === null ? 'nothing' : `${pays.amount}`)
  return [
    ...(then.kind === now.kind ? [] : [`a ${then.kind}, now a ${now.kind}`]),
    ...numbers('lengths', 'characters'),
    ...numbers('pages', 'pages'),
    ...(money(then) === money(now) ? [] : [`asks for ${money(then)}, now ${money(now)}`]),
    ...newOnes(arrows(then), arrows(now)).map((arrow) => `${arrow} (new)`),
    ...newOnes(arrows(now), arrows(then)).map((arrow) => `${arrow} (gone)`),
  ]
}

function isChannelOf(...of: readonly MappedScreen['lengths'][]) {
  return (name: string): name is keyof MappedScreen['lengths'] => of.some((one) => name in one)
}
