import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { fieldOf, isSameName, type Schema } from './schema.ts'
import { nameIn, propertiesOf } from './schema-lint.ts'

/** Names that are still missing in an object, and values that the reference shows. */
export function completeWith(schema: Schema): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const node = syntaxTree(state).resolveInner(pos, -1)
    const object = objectAround(node)
    if (object === undefined) return null
    const inObject = schemaAt(state, object, schema)
    const property = propertyAround(node)
    const name = property?.getChild('PropertyName') ?? null
    if (name !== null && pos > name.to) {
      return complete(state, pos, valuesOf(fieldOf(inObject, nameIn(state, name))))
    }
    const isTyping = node.name === 'PropertyName' || state.sliceDoc(pos - 1, pos) === '"'
    if (!isTyping && !explicit) return null
    const present = propertiesOf(state, object).filter(({ node: own }) => own.from !== name?.from)
    return complete(state, pos, namesOf(inObject, present, isValue(property?.lastChild?.name)))
  }
}

/** Takes the place of the word that is under way, with its quotes. */
function complete(state: EditorState, pos: number, options: readonly Completion[]): CompletionResult | null {
  if (options.length === 0) return null
  const before = /"?[\w-]*$/.exec(state.sliceDoc(state.doc.lineAt(pos).from, pos))?.[0] ?? ''
  const after = /^[\w-]*"?/.exec(state.sliceDoc(pos, state.doc.lineAt(pos).to))?.[0] ?? ''
  return { from: pos - before.length, to: pos + after.length, options, filter: true }
}

function namesOf(
  schema: Schema | undefined,
  present: readonly { readonly name: string }[],
  hasValue: boolean,
): readonly Completion[] {
  return Object.entries(schema?.properties ?? {})
    .filter(([name]) => !present.some((one) => isSameName(one.name, name)))
    .map(([name, { description = '' }]) => ({
      label: `"${name}"`,
      displayLabel: name,
      type: 'property',
      detail: description,
      apply: hasValue ? `"${name}"` : `"${name}": `,
    }))
}

function valuesOf(schema: Schema | undefined): readonly Completion[] {
  return (schema?.examples ?? []).map((value) => ({ label: JSON.stringify(value), type: 'constant' }))
}

function objectAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let one: SyntaxNode | null = node; one !== null; one = one.parent) if (one.name === 'Object') return one
  return undefined
}

function propertyAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let one: SyntaxNode | null = node; one !== null && one.name !== 'Object'; one = one.parent)
    if (one.name === 'Property') return one
  return undefined
}

/** The schema of an object in the body. */
function schemaAt(state: EditorState, object: SyntaxNode, schema: Schema): Schema | undefined {
  const above = object.parent
  if (above === null || above.name === 'JsonText') return schema
  const outer = objectAround(above)
  const name = propertyAround(above)?.getChild('PropertyName')
  if (outer === undefined || name === null || name === undefined) return undefined
  const field = fieldOf(schemaAt(state, outer, schema), nameIn(state, name))
  return above.name === 'Array' ? field?.items : field
}

/** Else it's the name itself, or what the parser makes of a value that is missing. */
function isValue(name: string | undefined): boolean {
  return name !== undefined && /^(?:Object|Array|String|Number|True|False|Null)$/.test(name)
}
