import { read } from './documents.ts'

/** The names of an interface's properties, in order, without those that it extends. */
export function membersOf(file: string, name: string): string[] {
  const [, body] =
    new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(read(file)) ?? []
  if (body === undefined) throw new Error(`${file} declares no interface ${name}`)
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member = '']) => member)
}

const options = 'src/registration/options/options.ts'

/** The options of some interfaces as documents name them: those of a group with its name, as `retry.attempts`. */
export function optionsOf(...interfaces: readonly string[]): string[] {
  return interfaces
    .flatMap((name) => membersOf(options, name))
    .flatMap((name) =>
      groups.includes(name)
        ? membersOf(options, `${name.charAt(0).toUpperCase()}${name.slice(1)}Options`).map((own) => `${name}.${own}`)
        : name,
    )
}

const groups = ['sessions', 'retry', 'retention', 'reconcile']
