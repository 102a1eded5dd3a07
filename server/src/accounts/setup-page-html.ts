/** Shown while there is no user. `method="post"` keeps the password out of the address should the script not run. */
export const SETUP_FORM = page(`
    <h1>Set up Lectern</h1>
    <p id="intro">Make the account of the first administrator. More users can be added later.</p>
    <noscript><p class="problem">This page needs JavaScript.</p></noscript>
    <form id="form" method="post">
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required autofocus>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="new-password" minlength="12"
        aria-describedby="password-rule" required>
      <p id="password-rule" class="hint">12 to 256 characters. A few words that belong together only for you are easy to remember.</p>
      <label for="repeated">Password again</label>
      <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
      <p id="problem" class="problem" role="alert" tabindex="-1" hidden></p>
      <button id="send" type="submit">Make the account</button>
    </form>
    <div id="done" tabindex="-1" hidden>
      <p>The account <strong id="who"></strong> is made, and you are signed in.</p>
      <p><a href="/">Go on to Lectern</a></p>
    </div>
    <script src="/setup.js" defer></script>`);

/** Shown once there is a user. */
export const SETUP_DONE = page(`
    <h1>Set-up is done</h1>
    <p>There is a user already, so this page has nothing left to do. An administrator can add more users.</p>
    <p><a href="/">To Lectern</a></p>`);

function page(main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Set up Lectern</title>
  <link rel="stylesheet" href="/setup.css">
</head>
<body>
  <main>${main}
  </main>
</body>
</html>
`;
}
