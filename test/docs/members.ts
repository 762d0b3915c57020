import { read } from './documents.ts'

/** The names of an interface's properties, in order, without those that it extends. */
export function membersOf(file: string, name: string): string[] {
  const [, body] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(read(file)) ?? []
  if (body === undefined) throw new Error(`${file} declares no interface ${name}`)
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member = '']) => member)
}
