import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** In the page's own colours, light and dark. */
export const look = EditorView.theme({
  '&': { backgroundColor: 'var(--color-base-200)', color: 'var(--color-base-content)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '14px', lineHeight: '22px' },
  '.cm-content': { caretColor: 'var(--color-base-content)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--color-base-content)' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-base-200)',
    color: 'color-mix(in oklab, var(--color-base-content) 72%, var(--color-base-100))',
    border: 'none',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--color-primary) 30%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-base-100)',
    color: 'var(--color-base-content)',
    border: '1px solid var(--color-base-300)',
    borderRadius: '8px',
    maxWidth: 'min(30rem, 90vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-primary)',
    color: 'var(--color-primary-content)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', marginLeft: '8px', opacity: '0.85' },
  // Its own are pictures with styles in them, which the page's policy refuses.
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--color-error)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--color-warning)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--color-info)' },
  '.cm-lint-marker': { width: '1ch', fontFamily: 'var(--font-mono)', fontWeight: '700' },
  '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info': { content: 'normal' },
  '.cm-lint-marker-error::before': { content: '"✗"', color: 'var(--color-error)' },
  '.cm-lint-marker-warning::before': { content: '"!"', color: 'var(--color-warning)' },
  '.cm-lint-marker-info::before': { content: '"i"', color: 'var(--color-info)' },
  '.cm-diagnostic': { padding: '4px 10px', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--color-warning)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--color-error)' },
})

export const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, fontWeight: '600' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-primary)' },
  { tag: tags.invalid, color: 'var(--color-error)' },
])
