export function Developers() {
  return null;
}
