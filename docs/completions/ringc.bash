# bash completion for ringc. Made by utils/make_completions.py.
_ringc() {
  local word=${COMP_WORDS[COMP_CWORD]} flag values
  # Readline takes `=` for a word of its own.
  if [[ $word == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-1]} word=
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case $flag in
  -emit|--emit) values='wiring ring json nccl-graph nccl-log topology dot bandwidth none so abi' ;;
  -platform|--platform) values='inf2.xlarge inf2.8xlarge inf2.24xlarge inf2.48xlarge trn1.2xlarge trn1.32xlarge trn1n.32xlarge trn2.48xlarge trn2u.48xlarge trn3.48xlarge trn3pds98.48xlarge trn3pds98.rack trn3pds98.racks' ;;
  -passes|--passes) values='default compute-graph preset allgather postset build-rings kanga-ring bind-netdev connect-peers lint-fabric estimate-bandwidth degrade relabel-ranks' ;;
  -profile|--profile) values='auto neuron-2.31.24 nccl-2.8.4 nccl-2.10.3' ;;
  -until-after|--until-after) values='parsed system graph fragments gathered stitched rings bound connected' ;;
  -until-before|--until-before) values='parsed system graph fragments gathered stitched rings bound connected' ;;
  -pod|--pod) values='x4 x2h x2v x1' ;;
  -lnc|--lnc) values='1 2' ;;
  -verify-each|--verify-each) values='on off' ;;
  -verify-topology|--verify-topology) values='on off' ;;
  esac
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ ! $flag && $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W '-color -cores= -emit= -fuse-ld= -graph= -group= -help -help-list -lnc= -load-pass-plugin= -nets= -nodes= -pass-remarks-output= -pass-remarks= -passes= -platform= -pod= -print-after-all -print-after= -print-analysis= -print-before-all -print-before= -print-changed -print-passes -profile= -rank= -split-input-file -time-passes -time-trace -time-trace-file= -until-after= -until-before= -verify-diagnostics -verify-each= -verify-roundtrip -verify-topology= -version' -- "$word")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames
  fi
}
complete -F _ringc ringc
