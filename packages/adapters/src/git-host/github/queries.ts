/** Fetches the 100 newest tags, which suffice to find the latest version. */
const REPOSITORY = `
  fragment repository on Repository {
    id name nameWithOwner url isArchived isFork visibility pushedAt
    defaultBranchRef { name target { oid } }
    refs(refPrefix: "refs/tags/", first: 100, orderBy: {field: TAG_COMMIT_DATE, direction: DESC}) {
      nodes { name }
    }
  }`;

export const OWNER_ID = "query ($login: String!) { repositoryOwner(login: $login) { id } }";

/** Oldest first, so that repositories created during a listing are on its last page. */
export const OWNER_REPOSITORIES = `
  query ($login: String!, $cursor: String, $count: Int!) {
    repositoryOwner(login: $login) {
      repositories(
        first: $count, after: $cursor, ownerAffiliations: OWNER, orderBy: {field: CREATED_AT, direction: ASC}
      ) {
        pageInfo { endCursor hasNextPage }
        nodes { ...repository }
      }
    }
  }${REPOSITORY}`;

export const REPOSITORIES_BY_ID = `
  query ($ids: [ID!]!) { nodes(ids: $ids) { ...repository } }${REPOSITORY}`;

/** Omits the diff statistics, which are slow to compute. */
export const HISTORY = `
  query ($id: ID!, $oid: GitObjectID!, $cursor: String, $count: Int!) {
    node(id: $id) {
      ... on Repository {
        object(oid: $oid) {
          ... on Commit {
            history(first: $count, after: $cursor) {
              pageInfo { endCursor hasNextPage }
              nodes {
                oid committedDate messageHeadline
                parents(first: 20) { totalCount nodes { oid } }
                authors(first: 20) { nodes { name email user { login } } }
              }
            }
          }
        }
      }
    }
  }`;

export const HISTORY_COUNTS = `
  query ($id: ID!, $oid: GitObjectID!, $since: GitObjectID!) {
    node(id: $id) {
      ... on Repository {
        head: object(oid: $oid) { ... on Commit { history(first: 1) { totalCount } } }
        known: object(oid: $since) { ... on Commit { history(first: 1) { totalCount } } }
      }
    }
  }`;
