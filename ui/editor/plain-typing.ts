import { EditorView } from '@codemirror/view'

/**
 * Letters go into the text and not through the browser's own editing: that would write a style beside them, which the
 * page's policy refuses. What a keyboard composes stays the browser's.
 */
export const plainTyping = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event
    if (inputType !== 'insertText' || data === null || view.composing || !event.cancelable) return false
    event.preventDefault()
    const { from, to } = view.state.selection.main
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isTaken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
    if (!isTaken) view.dispatch(insert())
    return true
  },
})
