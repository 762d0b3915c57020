import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import { texts } from '../texts/later.ts'
import { fieldOf, isSameName, type Schema, typesOf } from './schema.ts'

/** What in a body is not as the kind's schema has it, each in its place. It may be sent so all the same. */
export function lintWith(schema: Schema): (view: EditorView) => readonly Diagnostic[] {
  return ({ state }) => {
    const value = wholeTree(state).topNode.firstChild
    return value === null ? [] : checkValue(state, value, schema, texts.body)
  }
}

/** On a busy machine the editor reads on later, and asks nobody again what is odd: then all of the body is read here. */
export function wholeTree(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, longestParse) ?? syntaxTree(state)
}

// ms
const longestParse = 200

/** @param name of the field whose value it is */
function checkValue(state: EditorState, node: SyntaxNode, schema: Schema, name: string): readonly Diagnostic[] {
  const found = typeOf(state, node)
  const types = typesOf(schema)
  if (found === undefined) return []
  if (types.length > 0 && !types.some((type) => type === found || (type === 'number' && found === 'integer')))
    return [{ from: node.from, to: node.to, severity: 'warning', message: texts.editor.otherType(name, types, found) }]
  if (node.name === 'Array') {
    const { items } = schema
    return items === undefined ? [] : children(node).flatMap((child) => checkValue(state, child, items, name))
  }
  return node.name === 'Object' ? checkObject(state, node, schema) : []
}

function checkObject(state: EditorState, node: SyntaxNode, schema: Schema): readonly Diagnostic[] {
  const properties = propertiesOf(state, node)
  const missing = (schema.required ?? []).filter((name) => !properties.some((one) => isSameName(one.name, name)))
  const absent: readonly Diagnostic[] =
    missing.length === 0
      ? []
      : [{ from: node.from, to: node.from + 1, severity: 'warning', message: texts.editor.missing(missing) }]
  return [
    ...absent,
    ...properties.flatMap(({ name, node: property, value }): readonly Diagnostic[] => {
      const field = fieldOf(schema, name)
      if (field !== undefined) return value === null ? [] : checkValue(state, value, field, name)
      if (schema.properties === undefined) return []
      return [{ from: property.from, to: property.to, severity: 'info', message: texts.editor.unknownName(name) }]
    }),
  ]
}

/** The properties of an object, each with its name and value. */
export function propertiesOf(state: EditorState, object: SyntaxNode) {
  return object.getChildren('Property').flatMap((property) => {
    const node = property.getChild('PropertyName')
    return node === null ? [] : [{ node, name: nameIn(state, node), value: property.lastChild }]
  })
}

/** Without its quotes. */
export function nameIn(state: EditorState, { from, to }: SyntaxNode): string {
  return state.sliceDoc(from, to).replaceAll('"', '')
}

function children(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child)
  return found
}

function typeOf(state: EditorState, { name, from, to }: SyntaxNode): string | undefined {
  if (name === 'Number') return /[.e]/i.test(state.sliceDoc(from, to)) ? 'number' : 'integer'
  return types[name]
}

const types: Readonly<Partial<Record<string, string>>> = {
  Object: 'object',
  Array: 'array',
  String: 'string',
  True: 'boolean',
  False: 'boolean',
  Null: 'null',
}
