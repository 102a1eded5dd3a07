/** Runs in the browser. The token follows the `#`, because browsers do not send that part of an address to any server. */
export const SETUP_SCRIPT = `'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('form');
const token = () => new URLSearchParams(location.hash.slice(1)).get('token') || '';

const showProblem = (text) => {
  byId('problem').textContent = text;
  byId('problem').hidden = false;
};

const request = async (path, options) => {
  const response = await fetch('/api/v1/auth/' + path, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error.message);
  return body.data;
};

const createAccount = async () => {
  const { csrf_token } = await request('csrf');
  return request('setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token },
    body: JSON.stringify({ token: token(), email: byId('email').value, password: byId('password').value }),
  });
};

const checkLink = () => {
  byId('send').disabled = token() === '';
  byId('problem').hidden = token() !== '';
  if (token() === '') showProblem("The part of the address after the # is missing. Open the whole set-up link from the server's log.");
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('problem').hidden = true;
  if (byId('password').value !== byId('repeated').value) {
    showProblem('The passwords do not match.');
    byId('repeated').focus();
    return;
  }
  byId('send').disabled = true;
  try {
    await createAccount();
    location.replace('/');
  } catch (error) {
    showProblem(error instanceof TypeError || error instanceof SyntaxError ? 'Cannot reach the server. Try again.' : error.message);
    byId('send').disabled = false;
  }
});
addEventListener('hashchange', checkLink);
checkLink();
`;
