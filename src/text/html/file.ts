import { readOwnPackage } from '../../built-files.ts'
import { type Html, html } from './html.ts'

/** One file of HTML that opens without a network, runs nothing and loads nothing. */
export function htmlFile(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text
}

/** Whoever opens the file later knows what it was made by. */
export function madeBy(): string {
  const { name, version } = readOwnPackage()
  return `Made by ${name} ${version} on Node.js ${process.versions.node}.`
}

/** What can't be seen is written as what it is. */
export function visible(text: string): string {
  return text.replaceAll(
    /[^\P{C}\n]|[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
}

const style = html`body{font:1rem/1.5 system-ui,sans-serif;margin:0}main{max-width:52rem;margin:0 auto;padding:1.5rem 1rem}article{border-top:1px solid #8888;padding-top:.5rem}h1{font-size:1.5rem}h2{font-size:1.1rem}h3{font-size:1rem;margin:.5rem 0 0}ul{margin:.25rem 0;padding-left:1.25rem}small{font-weight:400}pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8888;border-radius:.5rem;padding:.5rem;margin:.25rem 0}.problem{font-weight:600}meter{width:8rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;margin:0}dd{margin:0;overflow-wrap:anywhere}`
