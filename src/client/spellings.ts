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
  const marks: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": apostrophe,
  }
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}
