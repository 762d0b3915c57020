import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import {
  type Diagnostic,
  forEachDiagnostic,
  linter,
  lintGutter,
  lintKeymap,
  setDiagnosticsEffect,
} from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { texts } from '../texts/later.ts'
import { highlighting, look } from './look.ts'
import { plainTyping } from './plain-typing.ts'
import type { Schema } from './schema.ts'
import { completeWith } from './schema-complete.ts'
import { lintWith, wholeTree } from './schema-lint.ts'

export interface CodeEditorOptions {
  readonly text: string
  /** Undefined for a body that is no JSON. */
  readonly schema: Schema | undefined
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onSend: () => void
  /** Hears what is odd about it, each with its line. */
  readonly onRemarks: (remarks: readonly string[]) => void
}

/**
 * An editor in a shadow tree of its own: there its style needs no rule of the page's policy, neither a nonce nor an inline
 * style. @returns takes it away
 */
export function openEditor(host: HTMLElement, options: CodeEditorOptions): () => void {
  const { text, schema, label, onChange, onSend, onRemarks } = options
  // It comes after its place: whoever went to another field meanwhile stays there.
  const isAwaited = document.activeElement === host
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        plainTyping,
        bracketMatching(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged) onChange(state.doc.toString())
          if (transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect)))) {
            onRemarks(remarksIn(state))
          }
        }),
        keymap.of([{ key: 'Mod-Enter', run: () => sent(onSend) }]),
        schema === undefined ? [] : asJson(schema),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        syntaxHighlighting(highlighting),
        look,
      ],
    }),
  })
  if (isAwaited) view.focus()
  return () => view.destroy()
}

function asJson(schema: Schema): Extension {
  const parses = jsonParseLinter()
  const fits = lintWith(schema)
  return [
    json(),
    closeBrackets(),
    lintGutter(),
    linter((view) => {
      const wrong = parses(view)
      return wrong.length > 0 ? inPlace(view.state, wrong) : fits(view)
    }),
    autocompletion({ override: [completeWith(schema)], icons: false, interactionDelay: 0 }),
    keymap.of(completionKeymap),
  ]
}

/** What is no JSON, where it begins to be none: the browser's own error often names no place. */
function inPlace(state: EditorState, wrong: readonly Diagnostic[]): readonly Diagnostic[] {
  let first: Diagnostic | undefined
  wholeTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) first ??= { from, to, severity: 'error', message: texts.editor.notJson }
      return first === undefined
    },
  })
  return first === undefined ? wrong : [first]
}

function remarksIn(state: EditorState): readonly string[] {
  const found: string[] = []
  forEachDiagnostic(state, ({ message }, from) => {
    found.push(texts.editor.inLine(state.doc.lineAt(from).number, message))
  })
  return found
}

function sent(onSend: () => void): true {
  onSend()
  return true
}
