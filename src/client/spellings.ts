/**
 * Every way in which an answer may quote a text that was sent: as it is, inside JSON, on a page, and in an address, since a
 * server that knows no such path quotes all of it. None of an empty text.
 */
export function spellings(text: string): readonly string[] {
  if (text === '') return []
  const inForm = new URLSearchParams([['', text]]).toString().slice(1)
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    inForm,
    inForm.replaceAll('+', '%20'),
    encodeURIComponent(text),
    onPage(text, '&#39;'),
    onPage(text, '&#x27;'),
  ]
  return [...new Set(forms)]
}

function onPage(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe)
}
