export default () => {
  throw new Error('no secret')
}
