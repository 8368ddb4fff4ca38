export const handle = { cache: { query: [] } };
export default function Unauthorised() {
  return (
    <main>
      <h1>Unauthorised</h1>
    </main>
  );
}
